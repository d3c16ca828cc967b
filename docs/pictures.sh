#!/bin/sh
# Draws the pictures of the README and the documentation afresh, into docs/pictures/. Those of the page and of the styles of the font are
# taken by `npm run picture` in web/, and those of the laboratory are drawn by `UPDATE_DOCS=.svg cargo test --test it laboratory_pictures`.
# A test runs the lines that take no search, and compares.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
PATH="$PWD/target/release:$PATH"
mkdir -p docs/pictures output
cd docs/pictures
pegfont render HELLO -o hello.svg --theme light,dark
pegfont render A --storyboard --captions -o storyboard.png --size 960
pegfont render PEG -o theme-dark.png --size 480 --theme dark
pegfont render PEG -o theme-ivory.png --size 480 --theme ivory
pegfont render PEG -o theme-wood.png --size 480 --theme wood
pegfont render PEG -o theme-light.png --size 480 --theme light
pegfont render PEG -o theme-contrast.png --size 480 --theme contrast
pegfont render PEG -o theme-led.png --size 480 --theme led
pegfont find R -o variants.png
pegfont one-game "PEG\nSOLITAIRE" -o one-game.gif --zoom --size 640
pegfont one-game cat.png -o cat.gif --size pitch:12
pegfont font build ../../examples/faces/spleen-8x16.bdf -o ../../output/spleen.toml
pegfont render "Hello, Peg!" --font ../../output/spleen.toml -o spleen.gif --theme dark --size 600 --wrap 6
pegfont font specimen -o specimen.png
pegfont one-game HELLO --paper a3 -o ../../output/poster.pdf
pdftoppm -r 80 -png -singlefile ../../output/poster.pdf poster
pegfont sheet PEG --jumps-left 5 -o sheet.png
