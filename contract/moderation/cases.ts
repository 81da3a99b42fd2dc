import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { evidenceClips } from '#contract/clips/clips.ts';
import { limits } from '#contract/constants.ts';
import {
  email,
  id,
  inCurrency,
  isoTime,
  page,
  requiredLine,
  requiredText,
} from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { modification } from '#contract/modification.ts';
import { codePhoto } from '#contract/products/code-photo.ts';
import { msg } from '#contract/text.ts';
import {
  appealOutcomes,
  appealSides,
  caseOutcomes,
  caseStates,
  groundKinds,
  hintKinds,
  reportReasons,
  reportTerms,
  subjectKinds,
} from './moderation-terms.ts';

const params = z.strictObject({ id });

/** What was reported, as it was at one time. */
export const subjectContent = z.object({
  name: z.string().describe('Of the listing, the person, or the listing that it is about'),
  text: z.string().optional(),
  images: z.array(z.string()).describe('Addresses of its pictures'),
  clips: evidenceClips.optional(),
  price: z.number().optional().describe(inCurrency),
  rating: z.number().int().optional(),
  reply: z.string().optional().describe('To a review'),
});
export type SubjectContent = z.infer<typeof subjectContent>;

/** Whether others see what was reported: `ended` is sold or withdrawn, `gone` is deleted by whom it was from. */
export const subjectStates = ['visible', 'hidden', 'ended', 'gone'] as const;
export type SubjectState = (typeof subjectStates)[number];

const ground = z.strictObject({
  kind: z.enum(groundKinds, sayLater(msg`Choose what the decision is based on`)),
  text: requiredLine(msg`Name the law or the rule`, limits.reportLawLength),
});
export type Ground = z.infer<typeof ground>;

const person = z.object({ _id: id, name: z.string(), email: z.string() });

/** What the sender of an appeal reads of it. */
export const ownAppeal = z.object({
  text: z.string(),
  time: isoTime,
  outcome: z.enum(appealOutcomes).optional().describe('Missing while it waits'),
  reason: z.string().optional().describe('Why it was decided as it was'),
  decidedAt: isoTime.optional(),
});

const appeal = ownAppeal.extend({
  _id: id,
  side: z.enum(appealSides),
  reference: z.string().optional().describe('Of the report of who has appealed'),
  admin: z.string().optional().describe('The name of who decided'),
});

const decision = z.object({
  outcome: z.enum(caseOutcomes),
  ground: ground.optional().describe('Missing when nothing was found'),
  facts: z.string(),
  until: isoTime.optional().describe('With `suspended`; missing: without an end'),
  time: isoTime,
});

/** A case in the queue. */
export const listedCase = z.object({
  _id: id,
  state: z.enum(caseStates),
  subject: z.object({ kind: z.enum(subjectKinds), id, name: z.string() }),
  person: person.optional().describe('From whom it is; missing when the account was removed'),
  reports: z.number().int(),
  reasons: z
    .array(z.object({ reason: z.enum(reportReasons), count: z.number().int() }))
    .describe('The most frequent first'),
  hints: z
    .array(z.enum(hintKinds))
    .describe('What the comparison of listings found; a case can be opened by it without a report'),
  openedAt: isoTime.describe('When it was first reported, or found by the comparison'),
  waitsSince: isoTime
    .optional()
    .describe('While it waits for a decision: since the first report or the appeal'),
  outcome: z.enum(caseOutcomes).optional(),
});
export type ListedCase = z.infer<typeof listedCase>;

const report = z.object({
  _id: id,
  reference: z.string(),
  reason: z.enum(reportReasons),
  explanation: z.string(),
  law: z.string().optional(),
  name: z.string().optional().describe('Of the sender; missing where none was needed'),
  email: z.string().optional(),
  isGuest: z.boolean(),
  time: isoTime,
});

/** What the comparison found about a listing, with both sides. Nothing of it is changed later. */
const hint = z.object({
  kind: z.enum(hintKinds),
  time: isoTime,
  other: z
    .object({
      productId: id,
      name: z.string(),
      sellerName: z.string(),
      listedAt: isoTime,
      state: z.enum(subjectStates),
      mayBeTold: z
        .boolean()
        .describe('Whether a decision can tell its seller of the near picture, once for each pair'),
      toldAt: isoTime.optional().describe('When its seller was told of it'),
    })
    .optional()
    .describe('The other listing, which was there first'),
  pictures: z
    .object({ own: z.string(), other: z.string(), distance: z.number().int() })
    .optional()
    .describe('The two pictures, and how many of 64 bits of their fingerprints differ'),
  stolen: z
    .object({
      brand: z.string(),
      kind: z.string().optional(),
      reference: z.string().optional(),
      explanation: z.string().optional().describe('Missing once the account was removed'),
      name: z.string().optional(),
      email: z.string().optional(),
      images: z.array(z.string()),
      time: isoTime,
    })
    .optional()
    .describe('The report of the theft'),
});

/** What a decision would do to sales. */
const effects = z.object({
  endingHolds: z.number().int().describe('Unpaid bookings that end, with a mail to their buyers'),
  runningSales: z.number().int().describe('Paid sales that run on for both sides'),
  endingOffers: z.number().int().describe('Offers that end'),
  hiddenListings: z.number().int().describe('Listings that nobody else sees any more'),
});
export type CaseEffects = z.infer<typeof effects>;

/** A case with all that an admin needs to decide it. */
export const moderationCase = listedCase.extend({
  version: z.string().describe('Of what was reported, as it is now: a decision names it'),
  reported: subjectContent.describe('As it was when it was first reported'),
  current: subjectContent.optional().describe('As it is now; missing when it is gone'),
  subjectState: z.enum(subjectStates),
  productId: id.optional().describe('The listing that it is, or belongs to'),
  foundHints: z.array(hint).describe('What the comparison found, newest first'),
  codePhoto: codePhoto.optional().describe('Of that listing, as it is now'),
  shownReports: z
    .array(report)
    .max(reportTerms.shownReports)
    .describe('The newest reports, newest first'),
  messages: z
    .array(
      z.object({
        author: z.string(),
        text: z.string(),
        images: z.array(z.string()),
        clips: evidenceClips.optional(),
        time: isoTime,
        isReported: z.boolean(),
      }),
    )
    .optional()
    .describe('Of a message: with up to two before and two after it, oldest first'),
  history: z
    .array(
      z.object({
        _id: id,
        kind: z.enum(subjectKinds),
        outcome: z.enum(caseOutcomes),
        time: isoTime,
        state: z.enum(caseStates),
      }),
    )
    .describe('Earlier decisions about the same person, newest first'),
  sales: z.number().int().describe('Completed sales of the person as a seller'),
  effects: z.partialRecord(z.enum(caseOutcomes), effects).describe('Of each outcome that fits'),
  decision: decision
    .extend({ admin: z.string().optional().describe('The name of who decided') })
    .optional(),
  appeals: z.array(appeal).describe('Of each side its own, oldest first'),
  mayDecideAppeal: z
    .boolean()
    .describe(
      'Whether the caller can decide appeals that wait: the first decision was by another admin, or there is no other; and the caller has not appealed',
    ),
  reopens: id
    .optional()
    .describe('The case whose dismissal was reversed, by which this one was opened'),
});
export type ModerationCase = z.infer<typeof moderationCase>;

export const listCases = defineCall({
  method: 'GET',
  path: '/cases',
  who: 'admin',
  area: 'cases',
  summary:
    'List the cases: those that wait for a decision with the oldest first, the others with the newest first',
  query: z.strictObject({
    state: z
      .enum(['waiting', ...caseStates], `This must be waiting or one of ${caseStates.join(', ')}`)
      .default('waiting'),
    reason: z
      .enum(reportReasons, `This must be one of ${reportReasons.join(', ')}`)
      .optional()
      .describe('Only cases with a report for this reason'),
    reference: z
      .string()
      .max(
        reportTerms.referenceLength,
        `This can have at most ${reportTerms.referenceLength} characters`,
      )
      .optional()
      .describe('Only the case with the report of this reference, whatever its state'),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(listedCase),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const readCase = defineCall({
  method: 'GET',
  path: '/cases/{id}',
  who: 'admin',
  area: 'cases',
  summary:
    'Read a case: all reports of one subject, the subject as it was and as it is, the history of its person, and what each decision would do. Reading messages is recorded in the audit log',
  params,
  status: 200,
  reply: moderationCase,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const decideCase = defineCall({
  method: 'PUT',
  path: '/cases/{id}',
  who: 'admin',
  area: 'cases',
  // A decision can hide what was reported, and an appeal can show it again.
  changesCatalogue: true,
  rule: 'nobody decides about themselves',
  summary:
    'Decide a case: effect, statement of reasons and mails in one step. `version` is that of the subject that was read; 409 when it has changed since',
  params,
  body: z
    .strictObject({
      outcome: z.enum(caseOutcomes, sayLater(msg`Choose an outcome`)),
      ground: ground.optional().describe('Required unless it is dismissed'),
      facts: requiredText(msg`Describe what you found`, limits.reportLength),
      until: z.iso
        .datetime({ offset: true, ...sayLater(msg`This is not a time`) })
        .optional()
        .describe('With `suspended`; missing: without an end'),
      version: z.string().min(1).max(64),
      tell: z
        .array(id)
        .max(50)
        .optional()
        .describe(
          'The older listings of `foundHints` with `mayBeTold` whose sellers get a mail about the near picture',
        ),
    })
    .superRefine(({ outcome, ground, until }, context) => {
      const refuse = (path: string, text: Parameters<typeof sayLater>[0]) =>
        context.addIssue({ code: 'custom', path: [path], message: sayLater(text).error() });
      if (outcome !== 'dismissed' && !ground) {
        refuse('ground', msg`Name the law or the rule that the decision is based on`);
      }
      if (outcome !== 'suspended' && until !== undefined) {
        refuse('until', msg`Only a suspension has an end`);
      }
    }),
  ...modification,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

/** A decision about the caller, with the statement of reasons. */
export const ownDecision = z.object({
  _id: id,
  subject: z.object({ kind: z.enum(subjectKinds), name: z.string(), productId: id.optional() }),
  outcome: z.enum(caseOutcomes),
  ground: ground.optional(),
  facts: z.string(),
  until: isoTime.optional(),
  statement: z.array(z.string()).describe('The reasons, paragraph by paragraph'),
  time: isoTime,
  state: z.enum(caseStates),
  appealUntil: isoTime.optional().describe('While it can be appealed against'),
  appeal: ownAppeal.optional().describe("The caller's own"),
});
export type OwnDecision = z.infer<typeof ownDecision>;

export const listOwnDecisions = defineCall({
  method: 'GET',
  path: '/decisions',
  who: 'user',
  rule: 'those about them',
  summary:
    'List the decisions about the caller and what is theirs, newest first. Who reported is in none of them',
  query: z.strictObject({ email, ...page }),
  paged: true,
  status: 200,
  reply: z.array(ownDecision),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const appealDecision = defineCall({
  method: 'POST',
  path: '/decisions/{id}/appeal',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'whom it is about; who reported, when it left everything as it was',
  summary: `Appeal against a decision, within ${reportTerms.appealMonths} months and once. Neither side learns of the other's appeal`,
  params,
  body: z.strictObject({ text: requiredText(msg`Explain why it is wrong`, limits.reportLength) }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true) }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const decideAppeal = defineCall({
  method: 'PUT',
  path: '/decisions/{id}/appeal',
  who: 'admin',
  area: 'cases',
  changesCatalogue: true,
  rule: 'another admin than the one who decided, where there is one',
  summary:
    'Decide an appeal: `reversed` undoes the effect for whom the decision is about, and opens the case again for who reported. Other appeals go on waiting. It never revives a sale that has gone elsewhere',
  params,
  body: z.strictObject({
    appeal: id.optional().describe('Which one; it can be left out while one waits'),
    outcome: z.enum(appealOutcomes, sayLater(msg`Choose an outcome`)),
    reason: requiredText(msg`Give a reason`, limits.reportLength),
  }),
  ...modification,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});
