#!/bin/sh
# systemd reads its units again after an installation and a removal.
set -e
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
