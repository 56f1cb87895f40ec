"""`python -m modeladvisor` is the command `modeladvisor`."""

from modeladvisor.command_line import main

raise SystemExit(main())
