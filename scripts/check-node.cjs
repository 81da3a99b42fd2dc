// Loaded by `node -r` before every script that npm runs. It is CommonJS without newer syntax, so that a Node as old as 12
// prints this sentence instead of a syntax error in the script.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `\nThe shop needs Node 20.19 or newer, and this is Node ${process.versions.node}.\n` +
      'Install Node 24 from https://nodejs.org and try again.\n\n',
  );
  process.exit(1);
}
