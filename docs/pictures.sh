#!/bin/sh
# Draws the pictures of the README and the documentation afresh, into docs/pictures/. The sheet of puzzles needs pdftoppm, and the
# picture of the page `node picture.mjs` in web/.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
PATH="$PWD/target/release:$PATH"
mkdir -p docs/pictures output
cd docs/pictures
pegfont render PLAY -o play.svg --theme dark
pegfont find R --distance 2 --unlike -o variants.png
pegfont render A --storyboard --captions -o storyboard.png
pegfont one-game "PEG\nSOLITAIRE" -o one-game.gif --size 760
pegfont one-game cat.png -o cat.gif --size pitch:12
pegfont font build ../../examples/faces/spleen-8x16.bdf -o ../../output/spleen.toml
pegfont render "Hello, Peg!" --font ../../output/spleen.toml -o spleen.gif --theme dark --size 600
pegfont font specimen --only ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -o ../../output/specimen.pdf
pdftoppm -png -r 72 -singlefile ../../output/specimen.pdf specimen
pegfont sheet PEG --jumps-left 5 --per-page 4 -o ../../output/sheet.pdf
pdftoppm -png -r 100 -singlefile ../../output/sheet.pdf sheet
