"""Writes kalman_reference.json: the filter, the smoother, the likelihood and the leave-one-out
residuals of a level and a rate of change that decays, by two other ways than the library's.

Filter, smoother and likelihood: statsmodels' Kalman smoother, with transitions and process noise from
matrix exponentials (Van Loan 1978). Leave-one-out residuals: a dense covariance of all levels, solved
without one reading at a time. Needs numpy, scipy and statsmodels.
"""
import json
import numpy as np
from scipy.linalg import expm
from statsmodels.tsa.statespace.kalman_smoother import KalmanSmoother

noise, rate_deviation, tau = 2.5, 1.3, 17.0
random = np.random.default_rng(20260301)
gaps = random.choice([1.0, 5.0, 5.0, 5.0, 15.0, 0.25, 137.0], size=59)
minutes = np.concatenate([[0.0], np.cumsum(gaps)])
values = np.round(140 + 45 * np.sin(minutes / 90) + random.normal(0, 4, minutes.size), 1)
n = minutes.size


def step(dt):
    drift = np.array([[0.0, 1.0], [0.0, -1 / tau]])
    diffusion = np.diag([0.0, 2 * rate_deviation**2 / tau])
    block = expm(np.block([[-drift, diffusion], [np.zeros((2, 2)), drift.T]]) * dt)
    transition = block[2:, 2:].T
    return transition, transition @ block[:2, 2:]


# Any level is equally likely before the first reading, which leaves it with the variance of the noise.
model = KalmanSmoother(k_endog=1, k_states=2)
model.bind(values[None, 1:].copy())
transitions = [step(g) for g in gaps] + [step(5.0)]
model["design"] = np.array([[1.0, 0.0]])
model["obs_cov"] = np.array([[noise**2]])
model["selection"] = np.eye(2)
model["transition"] = np.stack([t for t, _ in transitions[1:]], axis=2)
model["state_cov"] = np.stack([q for _, q in transitions[1:]], axis=2)
first, q = transitions[0]
start = np.diag([noise**2, rate_deviation**2])
mean = np.array([values[0], 0.0])
model.initialize_known(first @ mean, first @ start @ first.T + q)
result = model.smooth()


def columns(means, covariances):
    return {
        "level": means[0].tolist(), "rate": means[1].tolist(),
        "levelDeviation": np.sqrt(covariances[0, 0]).tolist(),
        "rateDeviation": np.sqrt(covariances[1, 1]).tolist(),
    }


# The covariance of the levels relative to a diffuse common level, by the double integral of
# rate_deviation**2 * exp(-|u - v| / tau).
def integral(s, t):
    s, t = min(s, t), max(s, t)
    return rate_deviation**2 * (
        2 * tau * s - tau**2 * (1 - np.exp(-s / tau) - np.exp(-t / tau) + np.exp(-(t - s) / tau)))


covariance = np.array([[integral(a, b) for b in minutes] for a in minutes])
noisy = covariance + noise**2 * np.eye(n)


def expected(index):
    rest = np.delete(np.arange(n), index)
    inverse = np.linalg.inv(noisy[np.ix_(rest, rest)])
    ones = np.ones(n - 1)
    level = ones @ inverse @ values[rest] / (ones @ inverse @ ones)
    return level + covariance[index, rest] @ inverse @ (values[rest] - level)


json.dump({
    "noise": noise, "rateDeviation": rate_deviation, "rateTimeConstant": tau,
    "minutes": minutes.tolist(), "values": values.tolist(),
    # Without the constant of the normal density, and from the second reading on.
    "logLikelihood": float(result.llf_obs.sum() + 0.5 * (n - 1) * np.log(2 * np.pi)),
    "filtered": columns(result.filtered_state, result.filtered_state_cov),
    "smoothed": columns(result.smoothed_state, result.smoothed_state_cov),
    "leaveOneOut": [float(values[i] - expected(i)) for i in range(n)],
}, open("kalman_reference.json", "w"), indent=1)
