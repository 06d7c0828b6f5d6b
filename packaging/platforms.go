package main

// platform is a system that packages are made for.
type platform struct {
	os, arch string
	wheel    string // the platform tag of its wheel, which is that of LightGBM's
	lightgbm string // SHA-256 of the wheel of LightGBM, "" where gannet cannot load it
}

// platforms are all platforms of a release. Go needs macOS 12.
var platforms = []platform{
	{"linux", "amd64", "manylinux_2_27_x86_64.manylinux_2_28_x86_64", "d23e922acd891e77212e4d0fbcee9ba973c96dee479491341d05ba595357ebb7"},
	{"linux", "arm64", "manylinux2014_aarch64.manylinux_2_17_aarch64", "d4529acec5c6fefe4768302a529707d0ead90f6a6f42df694b856212e09695b8"},
	{"darwin", "amd64", "macosx_12_0_x86_64", "dfc1cfe8e760387be1e7ba7a214688be21fdff96e4ed9749188f83e1877c2477"},
	{"darwin", "arm64", "macosx_12_0_arm64", "129535462686f274df179133643118c5c5c5667167fe6c3a28d955f0b3c8e868"},
	{"windows", "amd64", "win_amd64", ""},
}

// lightGBMVersion is the version of these wheels; the Makefile names it, too.
const lightGBMVersion = "4.7.0"

// program is the name of a program's file.
func (p platform) program(name string) string {
	if p.os == "windows" {
		return name + ".exe"
	}
	return name
}
