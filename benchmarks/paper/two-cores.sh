#!/usr/bin/env bash
# The paper's own system as two cores train it, from tagged filings to figures (docs/paper.md). Stopped, it goes on where it was.
#   benchmarks/paper/two-cores.sh filings.tsv
set -euo pipefail
LIST=${1:?name the list of tagged filings}
OUT=runs/two-cores
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}

done_once() { # NAME COMMAND...: does a step that has not been done
    local mark=$OUT/done/$1
    shift
    [ -e "$mark" ] || { "$@" && mkdir -p "$OUT/done" && touch "$mark"; }
}

wanted=(--list "$LIST" --split train --split dev)
done_once data python -m cofitcheck.training.dataset "${wanted[@]}" --output runs/data
done_once few python -m cofitcheck.training.dataset "${wanted[@]}" --output runs/few --per-company 1
done_once tokenizer python -m cofitcheck.training.pretraining.tokenizer --data runs/data --size 4096 --output $OUT/tokenizer
done_once pretrained cofitcheck pretrain --config configs/pretrain/two-cores.yaml --resume
done_once encoder cofitcheck train encoder --config configs/encoder/two-cores.yaml --resume
done_once candidates python -m cofitcheck.training.candidates --data runs/few --encoder $OUT/encoder --output $OUT/candidates
done_once classifier cofitcheck train classifier --config configs/classifier/two-cores.yaml --resume
python -m benchmarks.paper.trained $OUT/pretrained $OUT/encoder $OUT/classifier --json $OUT/trained.json
python -m benchmarks.paper.table_2 "$LIST" --split test --method default --method words --method autocheck --method paper \
    --encoder $OUT/encoder --classifier $OUT/classifier --run-minutes 600 --work $OUT/table-2 --json $OUT/table-2.json
