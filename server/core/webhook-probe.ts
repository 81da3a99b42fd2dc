/** What `npm run doctor` sends, unsigned, to learn whether webhooks arrive. It is refused, and is no attack. */
export const webhookProbe = JSON.stringify({ id: 'evt_doctor', object: 'event' });
