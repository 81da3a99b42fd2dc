import { describe, expect, it } from 'vitest';
import { readClaims } from './claims.ts';

const inAnHour = 1_800_000_000;

const latin1 = `{"email":"zoë@reprise.test","exp":${inAnHour}}`;

/** A token with these claims and no signature worth the name. */
function token(claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;
}

describe('the claims of an access token', () => {
  it('the claims of an access token are its subject and its expiry', () => {
    expect(readClaims(token({ email: 'ann@reprise.test', name: 'Ann', exp: inAnHour }))).toEqual({
      email: 'ann@reprise.test',
      name: 'Ann',
      expiresAt: new Date(inAnHour * 1000),
    });
  });

  it('the claims can be in any script', () => {
    const name = 'Zoë Ångström 渡辺 🎺???>>>';
    expect(readClaims(token({ email: 'z@reprise.test', name, exp: inAnHour }))?.name).toBe(name);
  });

  it('the claims do not need a name', () => {
    expect(readClaims(token({ email: 'a@b.test', exp: inAnHour }))?.name).toBeUndefined();
    expect(readClaims(token({ email: 'a@b.test', name: '', exp: inAnHour }))?.name).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['no base64', 'a.%%%.c'],
    ['no JSON', `a.${Buffer.from('{').toString('base64url')}.c`],
    ['no UTF-8', `a.${Buffer.from(latin1, 'latin1').toString('base64url')}.c`],
    ['null', token(null)],
    ['a number', token(7)],
    ['no email', token({ exp: inAnHour })],
    ['an empty email', token({ email: '', exp: inAnHour })],
    ['an email that is no text', token({ email: 7, exp: inAnHour })],
    ['no end', token({ email: 'a@b.test' })],
    ['an end that is no number', token({ email: 'a@b.test', exp: '1800000000' })],
  ])('there are no claims in %s', (_, text) => {
    expect(readClaims(text)).toBeNull();
  });
});
