import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { CodePhoto } from '#contract/products/code-photo.ts';
import { plural, t } from '#contract/text.ts';
import { useNow } from '../../hydration/site.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { formatTime } from '../../ui/format.ts';

/** That a picture of the listing shows the code of the shop, and what that does and does not show. Rendered in the browser only. */
export function CodePhotoNote({ codePhoto, id }: { codePhoto: CodePhoto; id: string }) {
  return (
    <div className="border-t border-line">
      <Disclosure
        id="code-photo"
        size="small"
        teaser={newerText(codePhoto) ?? t`What that shows, and what it does not`}
        title={useShownText(codePhoto)}
      >
        <div className="flex max-w-prose flex-wrap gap-4">
          <a className="shrink-0" href={codePhoto.image} rel="noopener" target="_blank">
            <img
              alt={t`The instrument with the code`}
              className="h-32 w-40 rounded-md border border-line object-cover"
              height={128}
              loading="lazy"
              src={codePhoto.image}
              width={160}
            />
          </a>
          <div className="min-w-0 flex-1 basis-56 space-y-3">
            <p>
              <span className="block text-sm text-muted">{t`The code should be`}</span>
              <Code code={codePhoto.code} />
            </p>
            <p>
              {t`The shop gave the seller this code for this listing. A seller who can photograph it beside the instrument most likely had the instrument at hand that day.`}
            </p>
            <p>
              {t`It is no proof: pictures can be edited. It does not say whose the instrument is, whether it is genuine, or how it plays. Compare the code yourself; the shop has not.`}
            </p>
            <p>
              <Link className="text-link" to={paths.report('product', id)}>
                {t`Report that the picture is not real`}
              </Link>
            </p>
          </div>
        </div>
      </Disclosure>
    </div>
  );
}

/** The letters, wide apart and from left to right in every language. */
export function Code({ code, isLarge = false }: { code: string; isLarge?: boolean }) {
  return (
    <strong
      className={`font-mono tracking-[0.25em] ${isLarge ? 'text-4xl' : 'text-lg'}`}
      dir="ltr"
      translate="no"
    >
      {code}
    </strong>
  );
}

export function useShownText({ at }: Pick<CodePhoto, 'at'>): string {
  const day = formatTime(at, useNow(), { isDay: true });
  return t`Shown with a code on ${day}`;
}

export function newerText({ pictures }: Pick<CodePhoto, 'pictures'>): string | undefined {
  if (pictures === 0) return undefined;
  return plural(pictures, {
    one: '# picture was added later',
    other: '# pictures were added later',
  });
}
