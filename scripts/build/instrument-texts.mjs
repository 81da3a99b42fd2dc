import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/**
 * A text of contract/instruments/kinds.json. Its context tells words apart that are one in English: 'Other' is another word for
 * each attribute in many languages.
 * @typedef {{ message: string, context: string }} InstrumentText
 */

/**
 * The texts of the data in its order. What has no letters, such as the size 3/4, is the same in all languages.
 * `server/features/instruments/say-kind.ts` says them with the same contexts.
 * @param {Pick<import('../../contract/instruments/kinds.ts').BuiltInInstruments, 'attributes' | 'checks' | 'photos' | 'materials' | 'kinds'>} data
 * @returns {InstrumentText[]}
 */
export function instrumentTexts({ attributes, checks, photos, materials, kinds }) {
  const texts = [
    ...Object.entries(attributes).flatMap(([id, { label, ask, values = {}, unit }]) => [
      ...withContext(`attribute ${id}`, [label, ask, ...Object.values(values)]),
      ...withContext('unit', [unit]),
    ]),
    ...Object.values(checks).flatMap(({ ask, fine, flaw }) =>
      withContext('check', [ask, fine, flaw]),
    ),
    ...Object.values(photos).flatMap(({ label, why }) => [
      ...withContext('photo', [label]),
      ...withContext('reason for a photo', [why]),
    ]),
    ...Object.values(materials).flatMap(({ label, note }) =>
      withContext('material', [label, note]),
    ),
    ...withContext(
      'kind',
      kinds.map(({ label }) => label),
    ),
  ];
  return texts.filter(({ message }) => /\p{L}/u.test(message));
}

/**
 * @param {string} context
 * @param {(string | undefined)[]} messages
 * @returns {InstrumentText[]}
 */
function withContext(context, messages) {
  return messages.flatMap((message) => (message === undefined ? [] : [{ message, context }]));
}

/**
 * Finds the texts of kinds.json for Lingui.
 * @type {import('@lingui/conf').ExtractorType}
 */
export const instrumentExtractor = {
  match: (filename) => filename.endsWith('contract/instruments/kinds.json'),
  extract(filename, code, onMessageExtracted) {
    for (const [index, { message, context }] of instrumentTexts(JSON.parse(code)).entries()) {
      const id = generateMessageId(message, context);
      onMessageExtracted({ id, message, context, origin: [filename, index + 1] });
    }
  },
};
