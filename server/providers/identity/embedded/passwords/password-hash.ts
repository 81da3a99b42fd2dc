import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id (the library's default) with the parameters that OWASP recommends: 19 MiB, two passes, one thread. It takes
 * about 15 ms of one core, outside the event loop. Each hash contains its parameters, so they can be raised later.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function isPasswordRight(stored: { hash: string; password: string }): Promise<boolean> {
  return verify(stored.hash, stored.password);
}
