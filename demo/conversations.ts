import type { Tx } from '../server/database/transaction.ts';
import { sendMessage, startThread } from '../server/features/messages/send-message.ts';

/** What buyers of the demo have asked about three instruments of each seller, and what these answered. */
const questions: readonly { buyer: string; asked: string; answered: string; daysAgo: number }[] = [
  {
    buyer: 'keller',
    asked: 'Is it still as in the pictures? I would come by to try it on Saturday.',
    answered: 'Nothing has changed since. Saturday is fine, come when you like after ten.',
    daysAgo: 17,
  },
  {
    buyer: 'tanaka',
    asked: 'Does the case come with it, and is there anything that I should have looked at soon?',
    answered: 'The case comes with it. It was looked over last year and needs nothing for now.',
    daysAgo: 12,
  },
  {
    buyer: 'keller',
    asked: 'How would you pack it? My last one arrived with a crack.',
    answered:
      'In its case, loosened and padded so that nothing moves, and then in a box twice as large.',
    daysAgo: 6,
  },
];

/** How soon each seller has answered, in hours. */
const answerHours: Readonly<Record<string, number>> = {
  seller: 2,
  seller2: 20,
  baptiste: 1,
  okonkwo: 5,
  ishida: 44,
  quiroga: 3,
  diallo: 9,
};

const hourMs = 3_600_000;

/** Writes the conversations about what each seller has had on sale for long enough. All of them have been read. */
export async function seedConversations(
  tx: Tx,
  {
    products,
    userIds,
    now,
  }: {
    products: readonly { id: string; name: string; seller: string; listedDaysAgo: number }[];
    userIds: ReadonlyMap<string, string>;
    now: Date;
  },
): Promise<void> {
  for (const [seller, hours] of Object.entries(answerHours)) {
    const discussed = products.filter((one) => one.seller === seller && one.listedDaysAgo > 20);
    for (const [at, { buyer, asked, answered, daysAgo }] of questions.entries()) {
      const product = discussed[at];
      const [buyerId, sellerId] = [userIds.get(buyer), userIds.get(seller)];
      if (!product || !buyerId || !sellerId)
        throw new Error(`The demo has no ${seller} and ${buyer}`);
      const askedAt = new Date(now.getTime() - daysAgo * 24 * hourMs);
      const answeredAt = new Date(askedAt.getTime() + hours * hourMs);
      const question = { productId: product.id, text: `${product.name}: ${asked}`, contact: [] };
      const threadId = await startThread(tx, { id: buyerId }, question, askedAt);
      await sendMessage(
        tx,
        { id: sellerId },
        { threadId, text: answered, contact: [] },
        answeredAt,
      );
    }
  }
  tx.write`
    update thread_sides set unread = 0, read_to = last_message_id, mailed_at = null`;
}
