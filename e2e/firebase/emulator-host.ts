/** Where the emulator is, as `firebase emulators:exec` tells. */
export function emulatorUrl(): string {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  if (!host) throw new Error('No emulator is there; run these tests by `npm run test:firebase`');
  return `http://${host}`;
}
