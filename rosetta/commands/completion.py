"""`rosetta completion SHELL`: what to have a shell evaluate so that the tabulator key completes our words."""

from __future__ import annotations

import argparse

from rosetta.commands import flags
from rosetta.commands.contract import DONE

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = ("bash",)
MORE = (
    "",
    "To turn it on, in this shell or in the file that the shell reads when it starts:",
    '  bash, zsh   eval "$(rosetta completion bash)"     in ~/.bashrc; with zsh in ~/.zshrc, after compinit',
    "  fish        rosetta completion fish | source      in ~/.config/fish/config.fish",
    "`python -m models.VERB` is completed too, once `activate-global-python-argcomplete` has run (bash, zsh).",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Print the lines that make a shell complete puzzles, flags, backends and so on.", EXAMPLES, *MORE
    )
    p.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of: {', '.join(SHELLS)}")
    return p


def run(arguments: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["rosetta"], shell=arguments.shell))
    return DONE
