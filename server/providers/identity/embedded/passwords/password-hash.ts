import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id (the library's default) with the parameters that OWASP recommends: 19 MiB, two passes, one thread. It takes
 * about 15 ms of one core, outside the event loop. Each hash contains its parameters, so they can be raised later.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes the composed letters (NFC), because keyboards and programs type 'é' in two ways. As many are made as
 * `isPasswordRight` compares: Better Auth hashes the password for an unknown email, and must not respond sooner.
 */
export async function hashPassword(password: string): Promise<string> {
  const [composed = ''] = await Promise.all(formsOf(password).map((form) => hash(form, cost)));
  return composed;
}

/** Earlier versions have hashed what was typed. */
export async function isPasswordRight(stored: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const forms = formsOf(stored.password);
  return (await Promise.all(forms.map((form) => verify(stored.hash, form)))).includes(true);
}

const formsOf = (password: string) => [...new Set([password.normalize('NFC'), password])];
