import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/connection.ts';
import { Problem } from '../../problem.ts';
import type { IdentityProvider, PasswordIdentity } from './port.ts';

export interface EmbeddedIdentityParts {
  database: Database;
  clock: Clock;
  /** Address of the shop as the outside knows it, without a slash at the end. */
  origin: () => string;
}

export interface EmbeddedIdentity extends IdentityProvider {
  /** Answers what stands below `/api/auth`. */
  serve(app: FastifyInstance): void;
  /** Makes an identity that signs in with a password; returns false when the email has one already. */
  createPasswordIdentity(identity: PasswordIdentity): Promise<boolean>;
}

export function embeddedIdentity(_parts: EmbeddedIdentityParts): EmbeddedIdentity {
  const soon = async (): Promise<never> => {
    throw new Problem('unavailable', 'Signing in is not possible yet');
  };
  return {
    name: 'embedded',
    verify: soon,
    remove: soon,
    endSessions: soon,
    serve: () => undefined,
    createPasswordIdentity: soon,
  };
}
