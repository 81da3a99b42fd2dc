import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { SecurityLog } from '../core/security-log.ts';
import type { Database } from '../database/connection.ts';
import { revokeKeysByEmail } from '../features/keys/keys.ts';
import type { GoogleClient } from '../providers/identity/embedded/better-auth/better-auth-plugins.ts';
import type { ServedIdentityProvider } from '../providers/identity/port.ts';
import { localOrigins } from './listen-address.ts';

interface IdentityDeps {
  config: Config;
  shopName: string;
  database: Database;
  clock: Clock;
  log: Logger;
  securityLog: SecurityLog;
  /** Reads a secret that all servers of the shop share. */
  readSecret: (name: string) => Promise<string>;
  /** URL that the server listens on. */
  url: () => string;
  /** Origins of an external image host. */
  pictureOrigins: readonly string[];
}

/** Creates the configured identity provider. Only its adapter is imported. */
export async function createIdentityProvider(
  deps: IdentityDeps,
  closers: (() => Promise<unknown>)[],
): Promise<ServedIdentityProvider> {
  const { config, clock } = deps;
  if (!config.firebase) return openEmbedded(deps, closers);
  const [{ createFirebaseIdentity }, { createFirebaseRecords }] = await Promise.all([
    import('../providers/identity/firebase/firebase-identity.ts'),
    import('../providers/identity/firebase/firebase-records.ts'),
  ]);
  const records = createFirebaseRecords(deps.database.sql, clock);
  return createFirebaseIdentity({ settings: config.firebase, clock, records });
}

async function openEmbedded(
  { config, url, readSecret, ...deps }: IdentityDeps,
  closers: (() => Promise<unknown>)[],
): Promise<ServedIdentityProvider> {
  const { createEmbeddedIdentity } = await import(
    '../providers/identity/embedded/embedded-identity.ts'
  );
  const google = await openGoogle(config, closers);
  const { publicUrl } = config;
  return createEmbeddedIdentity({
    ...deps,
    google,
    secret: await readSecret('identity'),
    origins: () => (publicUrl === undefined ? localOrigins(url()) : [originOf(publicUrl)]),
    throttlesLogins: config.rateLimits,
    isDemo: config.demo,
    revokeKeys: (email) => revokeKeysByEmail(deps.database.sql, email),
  });
}

/**
 * The configured Google client, or a fake Google for a demo outside production. The fake remembers in its process who was
 * chosen, so several processes have none.
 */
async function openGoogle(
  config: Config,
  closers: (() => Promise<unknown>)[],
): Promise<GoogleClient | undefined> {
  if (config.google) return { ...config.google, isFake: false };
  if (!config.demo || config.production || config.servers > 1) return undefined;
  const loaded = await import('../providers/identity/embedded/fake-google/fake-google.ts').catch(
    withoutDevDependencies,
  );
  if (!loaded) return undefined;
  const fakeGoogle = await loaded.startFakeGoogle();
  closers.push(fakeGoogle.stop);
  return fakeGoogle.settings;
}

/** The provider that plays Google is a package for development, which `npm prune --omit=dev` removes. */
function withoutDevDependencies(error: { code?: string }): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
}

function originOf(publicUrl: string): string {
  return new URL(publicUrl).origin;
}
