import { textsOf } from '#contract/language.ts';
import { type PaperKind, paperKinds } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';

const titles: Record<PaperKind, string> = textsOf({
  receipt: msg`Receipt`,
  refund: msg`Refund note`,
  label: msg`Address label`,
  customs: msg`Customs declaration`,
});

/** What a paper of a sale is called, by the param of its page. */
export function paperTitle(paper: string | undefined): string {
  return titles[paperKinds.find((kind) => kind === paper) ?? 'receipt'];
}
