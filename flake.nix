{
  description = "Turns words into games of peg solitaire";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      workspace = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package;
      packageFor = pkgs: pkgs.rustPlatform.buildRustPackage {
        pname = "pegfont";
        version = workspace.version;
        src = self;
        cargoLock.lockFile = ./Cargo.lock;
        buildType = "dist";
        cargoBuildFlags = [ "--bin" "pegfont" ];
        # They take twenty minutes. `.ci/run` has run them.
        doCheck = false;
      };
    in
    {
      packages = nixpkgs.lib.genAttrs systems (system: {
        default = packageFor nixpkgs.legacyPackages.${system};
      });
    };
}
