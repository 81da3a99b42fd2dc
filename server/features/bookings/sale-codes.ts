import { createHmac, timingSafeEqual } from 'node:crypto';
import type { codePurposes } from '../../database/schema/fulfilments.ts';

export type CodePurpose = (typeof codePurposes)[number];

/** The codes that buyer and seller show each other. They follow from the booking and a secret, so that none is stored. */
export interface SaleCodes {
  /** Six digits. */
  codeOf(purpose: CodePurpose, bookingId: string): string;
  /** Takes the same time for every wrong code. Spaces in what was typed do not matter. */
  isCode(given: string, purpose: CodePurpose, bookingId: string): boolean;
}

export function createSaleCodes(secret: string): SaleCodes {
  const codeOf = (purpose: CodePurpose, bookingId: string) => {
    const digest = createHmac('sha256', secret).update(`${purpose}:${bookingId}`).digest();
    return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  };
  return {
    codeOf,
    isCode(given, purpose, bookingId) {
      const typed = Buffer.from(given.replaceAll(/\s/g, ''));
      const expected = Buffer.from(codeOf(purpose, bookingId));
      return typed.length === expected.length && timingSafeEqual(typed, expected);
    },
  };
}
