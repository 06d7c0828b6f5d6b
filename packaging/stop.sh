#!/bin/sh
# The crawls end before the program is removed, but not at an upgrade. dpkg says remove, rpm says 0.
set -e
if [ -d /run/systemd/system ]; then
	case $1 in
	remove | 0) systemctl stop 'gannet@*.service' ;;
	esac
fi
