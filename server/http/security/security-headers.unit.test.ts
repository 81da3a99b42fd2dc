import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

it('a script that the pages of several languages share is named once', () => {
  const headers = securityHeaders({
    scriptHashes: ['shared', 'own', 'shared'],
    styleHashes: [],
    pictureOrigins: [],
    uploadOrigin: undefined,
    stripe: false,
    identity: undefined,
    https: true,
  });
  expect(headers['content-security-policy']).toContain(
    "script-src 'self' 'sha256-shared' 'sha256-own';",
  );
});
