/** A token's claims. The signature is not verified here: they decide what is shown, never what is allowed. */
export interface Claims {
  email: string;
  name: string | undefined;
  /** Identity tokens only. */
  pictureUrl: string | undefined;
  expiresAt: Date;
}

/** Reads a JWT's claims; null when it is not a JWT or lacks the email or the expiry. */
export function readClaims(token: string): Claims | null {
  try {
    const { email, name, picture, exp } = JSON.parse(
      decodeBase64Url(token.split('.')[1] ?? ''),
    ) as {
      [claim: string]: unknown;
    };
    if (typeof email !== 'string' || email === '' || typeof exp !== 'number') return null;
    return {
      email,
      name: textIn(name),
      pictureUrl: textIn(picture),
      expiresAt: new Date(exp * 1000),
    };
  } catch {
    // Not base64, not UTF-8 or not JSON: not a token.
    return null;
  }
}

function textIn(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

function decodeBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(bytes, (character) => character.charCodeAt(0)),
  );
}
