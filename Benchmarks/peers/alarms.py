"""The alarm test of `glucose backtest`, made again: episodes, alarms and their false ones."""

import numpy as np

import windows


class Watch:
    """One person's tested moments as seen with one threshold in mind."""

    def __init__(self, person, indices, horizon, threshold, below):
        self.horizon = horizon
        self.times = person.times[indices]
        beyond = person.values < threshold if below else person.values > threshold
        self.beyond = beyond[indices]
        self.comes = np.array([self.fate(person, beyond, index) for index in indices])
        # Where the record breaks off before the horizon, nothing is watched.
        self.weeks = np.sum(self.comes >= 0) * person.step / (7 * windows.DAY)
        self.episodes = []
        last = -np.inf
        for time in person.times[beyond]:
            if time - last > horizon + windows.TOLERANCE:
                self.episodes.append(time)
            last = time

    def fate(self, person, beyond, index):
        """1 if a reading beyond comes within the horizon, 0 if none does, −1 if the record breaks off before it."""
        end = person.times[index] + self.horizon
        last = index
        comes = 0
        for place in range(index + 1, len(person.times)):
            if person.times[place] > end + windows.TOLERANCE:
                break
            if person.times[place] - person.times[last] > windows.LONGEST_GAP:
                break
            last = place
            comes = comes or int(beyond[place])
        return comes if person.times[last] >= end - windows.TOLERANCE else -1

    def counts(self, scores, cutoff):
        """Episodes, those caught, true and false alarms, minutes ahead."""
        alarms, true, false = [], 0, 0
        last = -np.inf
        for place in np.flatnonzero((scores >= cutoff) & ~self.beyond):
            if self.times[place] - last < self.horizon - windows.TOLERANCE:
                continue
            last = self.times[place]
            alarms.append(last)
            true += self.comes[place] == 1
            false += self.comes[place] == 0
        episodes, caught, lead = 0, 0, 0.0
        alarms = np.array(alarms)
        for start in self.episodes:
            begin = start - self.horizon - windows.TOLERANCE
            if not np.any((self.times >= begin) & (self.times < start)):
                continue
            episodes += 1
            early = alarms[(alarms >= begin) & (alarms < start)]
            if len(early):
                caught += 1
                lead += (start - early[0]) / 60
        return np.array([episodes, caught, true, false, lead])


def score(watches, scores, allowed):
    """The counts at the lowest cutoff with at most so many false alarms per week."""
    weeks = sum(watch.weeks for watch in watches)
    candidates = np.unique(np.concatenate(scores))

    def total(cutoff):
        return sum(watch.counts(own, cutoff) for watch, own in zip(watches, scores))

    low, high = 0, len(candidates)
    while low < high:
        middle = (low + high) // 2
        if total(candidates[middle])[3] / weeks <= allowed:
            high = middle
        else:
            low = middle + 1
    cutoff = candidates[low] if low < len(candidates) else np.inf
    return total(cutoff), weeks
