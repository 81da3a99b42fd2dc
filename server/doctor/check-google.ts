import { type Finding, fault, ok, reasonOf } from './finding.ts';

/** Whether the provider of the sign-in with Google can be reached from here, which exchanges the codes. */
export async function checkGoogle(issuer: string): Promise<Finding[]> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(15_000) });
    const { issuer: named } = (await response.json()) as { issuer?: unknown };
    if (response.ok && named === issuer) return [ok(`${issuer} answers.`)];
    return [fault(`${address} is not the description of ${issuer}.`, 'Check GOOGLE_ISSUER.')];
  } catch (error) {
    return [
      fault(
        `${issuer} does not answer: ${reasonOf(error)}`,
        'Nobody can sign in with Google until this machine reaches it.',
      ),
    ];
  }
}
