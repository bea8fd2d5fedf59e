package files

// Bounds of what the program reads. They keep hostile files below 300 MB of memory and
// about half a second of computing. Mods that people write do not reach them: the largest
// that ships has 30 files, 91 KB, 40 KB of them in Lua, and 2,400 keys and items of lists.
const (
	MaxFile    = 1 << 20  // bytes of a file of a mod
	MaxHeader  = 64 << 10 // bytes of a mod.toml, which is read to find the mod
	MaxMod     = 2 << 20  // bytes of all files of a mod
	MaxEntries = 1000     // files and folders of a mod
	MaxDepth   = 8        // depth of a mod's folders

	MaxScripts  = 512 << 10 // bytes of the scripts of a mod; a script that many entries name counts for each
	MaxValues   = 50_000    // keys and items of lists in the TOML files of a mod
	MaxItems    = 1000      // items of a list
	MaxFighters = 200_000   // cards, counters or units in the scenarios of a mod
	MaxProblems = 500       // listed mistakes in the data of a mod

	MaxRoot = 10_000 // entries of a folder of mods or of armies

	MaxArmy    = 64 << 10 // bytes of a file with an army
	MaxPart    = 32 << 20 // bytes of a shard's output; all creatures of heroes against each other take 3 MB
	MaxHistory = 8 << 20  // bytes of the prompt's history
	MaxPaths   = 1 << 20  // bytes of the list of a battle's mods
	MaxArchive = 8 << 20  // bytes of an archive of mods, and of its contents
)
