import { registrationRoles } from '#contract/constants.ts';
import type { SafeStorage } from '../../browser-storage.ts';

export type RegistrationRole = (typeof registrationRoles)[number];

/** Stores who started to register here and with which role, until their record is saved. */
export interface UnfinishedRegistrations {
  begin(email: string, role: RegistrationRole): void;
  roleOf(email: string): RegistrationRole | undefined;
  forget(email: string): void;
}

const key = 'unfinishedRegistration';

/**
 * In local storage, so that it outlives the page: when the identity was created but not the record, the next sign-in
 * in this browser creates it with the chosen role. Where storage is blocked nothing is remembered.
 */
export function unfinishedRegistrations(storage: SafeStorage): UnfinishedRegistrations {
  function read(): { email?: unknown; role?: unknown } {
    try {
      return JSON.parse(storage.getItem(key) ?? '{}') ?? {};
    } catch {
      // The storage has been written by other code.
      return {};
    }
  }
  const isOf = (email: string) => read().email === email.toLowerCase();
  return {
    begin(email, role) {
      storage.setItem(key, JSON.stringify({ email: email.toLowerCase(), role }));
    },
    roleOf(email) {
      if (!isOf(email)) return undefined;
      const { role } = read();
      return registrationRoles.find((known) => known === role);
    },
    forget(email) {
      if (isOf(email)) storage.removeItem(key);
    },
  };
}
