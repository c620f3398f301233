"""A small GRU on two hours of readings; only where torch is installed."""

import time

import numpy as np
import torch

import windows


def sequences(data, indices):
    steps = 7200 // data.step
    rows = [windows.histories(person, own, steps)[:, ::-1]
            for person, own in zip(data.people, indices)]
    return torch.tensor((np.concatenate(rows) - 130) / 50, dtype=torch.float32).unsqueeze(-1)


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = torch.nn.GRU(1, 64, batch_first=True)
        self.last = torch.nn.Linear(64, 1)

    def forward(self, x):
        return self.last(self.cells(x)[0][:, -1])[:, 0]


def fit(data):
    """The expected change at the last lead, and the processor seconds of the fit."""
    torch.manual_seed(1)
    came = data.train["came"][:, -1] - data.train["now"]
    known = torch.tensor(~np.isnan(came))
    x = sequences(data, [windows.training(p, data.leads) for p in data.people])[known]
    y = torch.tensor(came, dtype=torch.float32)[known] / 30
    network = Network()
    rounds = 24
    optimiser = torch.optim.Adam(network.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, rounds)
    start = time.process_time()
    for _ in range(rounds):
        for batch in torch.randperm(len(x)).split(512):
            optimiser.zero_grad()
            torch.nn.functional.mse_loss(network(x[batch]), y[batch]).backward()
            optimiser.step()
        schedule.step()
    seconds = time.process_time() - start
    with torch.no_grad():
        parts = [network(part) for part in sequences(data, data.tested).split(8192)]
    return torch.cat(parts).numpy() * 30, seconds
