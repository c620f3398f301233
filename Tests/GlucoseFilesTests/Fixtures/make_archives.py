#!/usr/bin/env python3
"""Packs some of the samples beside this script as people download them: zip and gzip, in all ways of zlib.

Deterministic; run it again to regenerate the folder archives."""
import io
import os
import struct
import zipfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "archives")
os.makedirs(OUT, exist_ok=True)


def sample(name):
    with open(os.path.join(HERE, name), "rb") as file:
        return file.read()


def write(name, data):
    with open(os.path.join(OUT, name), "wb") as file:
        file.write(data)


def gzip(data, level=9, strategy=zlib.Z_DEFAULT_STRATEGY, flags=0, extra=b""):
    packer = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
    body = packer.compress(data) + packer.flush()
    head = struct.pack("<BBBBIBB", 0x1F, 0x8B, 8, flags, 0, 0, 255)
    return head + extra + body + struct.pack("<II", zlib.crc32(data), len(data))


def archive(files, method=zipfile.ZIP_DEFLATED, streamed=False, force64=False):
    class Pipe(io.RawIOBase):  # a target that cannot seek makes sizes follow the data
        def __init__(self):
            self.data = bytearray()

        def writable(self):
            return True

        def write(self, piece):
            self.data += piece
            return len(piece)

    target = Pipe() if streamed else io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as packed:
        for name, data in files:
            info = zipfile.ZipInfo(name, (2025, 11, 20, 16, 12, 0))
            info.compress_type = method
            with packed.open(info, "w", force_zip64=force64) as entry:
                entry.write(data)
    return bytes(target.data if streamed else target.getvalue())


plain, clarity = sample("plain-id-time-gl.csv"), sample("dexcom-clarity-mgdl.csv")
for label, level, strategy in (("stored", 0, zlib.Z_DEFAULT_STRATEGY), ("fast", 1, zlib.Z_DEFAULT_STRATEGY),
                               ("best", 9, zlib.Z_DEFAULT_STRATEGY), ("fixed", 9, zlib.Z_FIXED),
                               ("huffman", 9, zlib.Z_HUFFMAN_ONLY), ("runs", 9, zlib.Z_RLE)):
    write(f"plain-{label}.csv.gz", gzip(plain, level, strategy))
half = plain.index(b"\n", len(plain) // 2) + 1
write("plain-members.csv.gz", gzip(plain[:half], flags=8, extra=b"plain.csv\0") + gzip(
    plain[half:], flags=4 | 16, extra=struct.pack("<H", 3) + b"abc" + b"a remark\0") + bytes(7))
write("clarity.zip", archive([("export/", b""), ("export/clarity.csv", clarity)]))
write("clarity-stored.zip", archive([("clarity.csv", clarity)], zipfile.ZIP_STORED))
write("clarity-streamed.zip", archive([("clarity.csv", clarity)], streamed=True))
write("clarity-wide.zip", archive([("clarity.csv", clarity)], force64=True))
write("clarity-bzip2.zip", archive([("clarity.csv", clarity)], zipfile.ZIP_BZIP2))
title = b"Name:Sample Person,Date Range:2025-06-14 - 2025-06-15\n"
write("glooko.zip", archive([
    ("cgm_data_1.csv", sample("glooko-cgm_data_1.csv")),
    ("Insulin data/bolus_data_1.csv", title + b"Timestamp,Insulin Type,Carbs Input (g),Insulin Delivered (U),"
     b"Serial Number\n2025-06-14 08:00,Normal,45.0,4.5,A0\n"),
    ("readme.txt", b"What is in this folder\n"), ("picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
    ("inner.zip", archive([("clarity.csv", clarity)]))]))
write("two.zip", archive([
    ("exact.csv", b"time,gl\n2025-06-14T08:00:00Z,100\n2025-06-14T08:05:00Z,101\n"),
    ("clock.csv", b"time,gl\n2025-06-14 08:05:00,101\n2025-06-14 08:10:00,102\n")]))
