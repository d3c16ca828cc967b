#!/bin/sh
# Draws the pictures of the README and the documentation afresh, into docs/pictures/. The sheet of puzzles needs pdftoppm, and the
# picture of the page `node picture.mjs` in web/.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
PATH="$PWD/target/release:$PATH"
mkdir -p docs/pictures output
cd docs/pictures
pegfont render "PEG SOLITAIRE" -o peg-solitaire.gif --colour background=transparent
pegfont render PLAY -o play.svg --smooth --theme wood
pegfont render A --storyboard --captions -o storyboard.png
pegfont one-game "PEG\nSOLITAIRE" -o one-game.gif --colour background=transparent --size pitch:9
pegfont one-game cat.png -o cat.gif --theme wood --size pitch:12
pegfont font build ../../examples/faces/spleen-8x16.bdf -o ../../output/spleen.toml
pegfont render "Hello, Peg!" --font ../../output/spleen.toml -o spleen.gif
pegfont font specimen --only ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -o ../../output/specimen.pdf
pdftoppm -png -r 72 -singlefile ../../output/specimen.pdf specimen
pegfont sheet PEG --jumps-left 5 --per-page 4 -o ../../output/sheet.pdf
pdftoppm -png -r 100 -singlefile ../../output/sheet.pdf sheet
