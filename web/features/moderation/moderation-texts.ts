import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import type {
  CaseOutcome,
  CaseState,
  ReportReason,
  SubjectKind,
} from '../../../contract/moderation/moderation-terms.ts';

/* Apart from the schemas, for the pages, which say them in their language. */

/** Why something is reported, and what that means. */
export const reasonTexts: Record<ReportReason, { name: string; meaning: string }> = textsOf({
  fraud: {
    name: msg`Fraud`,
    meaning: msg`The instrument does not exist, or the seller wants to be paid elsewhere.`,
  },
  counterfeit: {
    name: msg`Forgery`,
    meaning: msg`It is not by the maker whose name it carries, or it uses other people’s pictures.`,
  },
  stolen: {
    name: msg`Stolen`,
    meaning: msg`You know that the instrument belongs to someone else.`,
  },
  misleading: {
    name: msg`Wrong description`,
    meaning: msg`It says something that matters and is not true.`,
  },
  'code-photo': {
    name: msg`Code photo`,
    meaning: msg`The picture with the code is edited, or shows another instrument.`,
  },
  harassment: {
    name: msg`Insult or threat`,
    meaning: msg`It insults or threatens someone, or incites hatred.`,
  },
  privacy: {
    name: msg`Private data`,
    meaning: msg`It shows a person, a number or an address without consent.`,
  },
  'child-safety': {
    name: msg`Harm to children`,
    meaning: msg`It shows or invites sexual abuse of children. You do not have to say who you are.`,
  },
  illegal: {
    name: msg`Against the law`,
    meaning: msg`What is sold, or how it is sold, breaks another law, which you name.`,
  },
  spam: { name: msg`Spam`, meaning: msg`It has nothing to do with instruments here.` },
  other: { name: msg`Something else`, meaning: msg`It breaks a rule of the shop.` },
});

/** What is reported, in a word or two. */
export const subjectKindTexts: Record<SubjectKind, string> = textsOf({
  product: msg`Listing`,
  picture: msg`Picture`,
  message: msg`Message`,
  review: msg`Review`,
  user: msg`Person`,
});

/** What an admin can decide, and what that does. */
export const outcomeTexts: Record<CaseOutcome, { name: string; meaning: string }> = textsOf({
  dismissed: {
    name: msg`Dismiss`,
    meaning: msg`Nothing changes, and only those who reported it are told.`,
  },
  warned: { name: msg`Warn`, meaning: msg`The person is told. What was reported stays.` },
  hidden: {
    name: msg`Hide`,
    meaning: msg`Only its author can still see it. An appeal can bring it back.`,
  },
  removed: {
    name: msg`Remove`,
    meaning: msg`It is gone for its author too. An appeal can bring it back.`,
  },
  limited: {
    name: msg`Limit`,
    meaning: msg`The person cannot publish listings, messages, reviews or offers, or change name and picture.`,
  },
  suspended: {
    name: msg`Suspend`,
    meaning: msg`The person can only finish sales, withdraw listings, change email settings, export data, appeal and leave.`,
  },
});

/** What was decided. */
export const decidedTexts: Record<CaseOutcome, string> = textsOf({
  dismissed: msg`Dismissed`,
  warned: msg`Warned`,
  hidden: msg`Hidden`,
  removed: msg`Removed`,
  limited: msg`Account limited`,
  suspended: msg`Account suspended`,
});

export const caseStateTexts: Record<CaseState, string> = textsOf({
  open: msg`Open`,
  decided: msg({ message: 'Decided', context: 'report' }),
  void: msg`Ended: the account was removed`,
  appealed: msg`Appealed`,
  upheld: msg`Appeal refused`,
  reversed: msg`Appeal granted`,
});

/** The pictures of what was reported, for `PictureLinks`. */
export function reportedPictures(addresses: readonly string[]) {
  return addresses.map((address, index) => ({
    address,
    alt: t`Reported content ${{ place: index + 1 }}`,
  }));
}
