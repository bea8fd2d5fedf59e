#!/usr/bin/env bash
# 64 shards of one simulation with GNU parallel, four at a time. Over ssh, add
# --sshlogin host1,host2 with the folder on a disk that all hosts share, and
# --workdir . to work in it. Shards that are done already are not played again.
set -euo pipefail

mkdir -p parts
seq 64 | parallel --jobs 4 --halt soon,fail=1 '
  test -e parts/{}.json ||
  { houserule sim siege -n 1000000000 --seed 1 --workers 1 --shard {}/64 --json > parts/{}.tmp && mv parts/{}.tmp parts/{}.json; }'

houserule merge parts/*.json --report siege.html
