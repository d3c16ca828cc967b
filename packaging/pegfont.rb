# A formula for Homebrew. A release is its own source, so REPOSITORY and SHA256 are filled in then: REPOSITORY is
# `repository` of Cargo.toml, and SHA256 that of the source archive.
class Pegfont < Formula
  REPOSITORY = "https://github.com/OWNER/pegfont".freeze

  desc "Peg solitaire font: every letter is the final position of a real game"
  homepage REPOSITORY
  url "#{REPOSITORY}/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "SHA256"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args, "--profile", "dist"
    generate_completions_from_executable(bin/"pegfont", "completions", shells: [:bash, :zsh, :fish])
    system "cargo", "run", "--locked", "--profile", "dist", "--example", "man_pages", "man1"
    man1.install Dir["man1/*.1"]
  end

  test do
    system bin/"pegfont", "render", "HELLO", "-o", "hello.gif"
    assert_equal "GIF89a", (testpath/"hello.gif").binread(6)
  end
end
