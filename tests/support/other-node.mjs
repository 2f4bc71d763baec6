// Loaded before a command: SQLite's module is of another version of Node.
const { dlopen } = process
process.dlopen = (module, file, flags) => {
  if (!file.includes('better_sqlite3')) return dlopen(module, file, flags)
  const words = `Module did not self-register: '${file}'.`
  throw Object.assign(new Error(words), { code: 'ERR_DLOPEN_FAILED' })
}
