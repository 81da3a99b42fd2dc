/* Apart from the schemas, for pages: what reports, cases and decisions are made of. */

/** What can be reported. */
export const subjectKinds = ['product', 'picture', 'message', 'review', 'user'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const reportReasons = [
  'fraud',
  'counterfeit',
  'stolen',
  'misleading',
  'code-photo',
  'harassment',
  'privacy',
  'child-safety',
  'illegal',
  'spam',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What the shop's own comparison of listings found. */
export const hintKinds = [
  'same-serial',
  'reported-stolen',
  'same-picture',
  'similar-picture',
] as const;
export type HintKind = (typeof hintKinds)[number];

/** The states of a case. It is `void` when what was reported was gone before anyone decided. */
export const caseStates = ['open', 'decided', 'void', 'appealed', 'upheld', 'reversed'] as const;
export type CaseState = (typeof caseStates)[number];

/** What a decision does: nothing, a warning, or something to what was reported or to whom it is from. */
export const caseOutcomes = [
  'dismissed',
  'warned',
  'hidden',
  'removed',
  'limited',
  'suspended',
] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** The outcomes that hide listings. */
export const hidingOutcomes = ['hidden', 'removed', 'suspended'] as const;
export type HidingOutcome = (typeof hidingOutcomes)[number];

const outcomesOfContent = caseOutcomes;

/** The outcomes that fit each subject: a person can neither be hidden nor removed by a decision. */
export const outcomesFor: Record<SubjectKind, readonly CaseOutcome[]> = {
  product: outcomesOfContent,
  picture: outcomesOfContent,
  message: outcomesOfContent,
  review: outcomesOfContent,
  user: ['dismissed', 'warned', 'limited', 'suspended'],
};

/** What a decision can do to an account. */
export const restrictionKinds = ['limited', 'suspended'] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

/** What a decision is founded on. */
export const groundKinds = ['law', 'rules'] as const;
export type GroundKind = (typeof groundKinds)[number];

/** Who asks that a decision is looked at again, each with an appeal of their own: whom it is about, or who reported. */
export const appealSides = ['subject', 'reporter'] as const;
export type AppealSide = (typeof appealSides)[number];

export const appealOutcomes = ['upheld', 'reversed'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** The outcomes that leave everything as it was: those who reported can appeal against them. */
export const outcomesWithoutEffect: readonly CaseOutcome[] = ['dismissed', 'warned'];

export const reportTerms = {
  /** Months within which a decision can be appealed against (article 20 of the DSA). */
  appealMonths: 6,
  /** Reports of one sender within 24 hours. */
  perSenderDaily: 20,
  /** Reports from one place (an IPv4 address or an IPv6 /64) within an hour. */
  perPlaceHourly: 60,
  /** Days after the decision for which a report and its sender are kept. */
  keptDays: 365,
  /** The longest text that can be looked for as a reference. */
  referenceLength: 20,
  /** Reports of a case that are shown in full, the newest first. */
  shownReports: 50,
} as const;

/** What admins can note something about, for each other. */
export const noteSubjects = ['person', 'sale', 'case'] as const;
export type NoteSubject = (typeof noteSubjects)[number];

export const noteLength = 2_000;
