import { t } from '#contract/text.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { formatMonth } from '../../ui/format.ts';

/** That its seller bought the instrument here, and what that does and does not show. Rendered in the browser only. */
export function SoldBeforeNote({ soldIn }: { soldIn: string }) {
  const month = formatMonth(`${soldIn}-01`);
  return (
    <div className="border-t border-line">
      <Disclosure
        id="sold-before"
        size="small"
        teaser={t`What that shows, and what it does not`}
        title={t`Sold in this shop before, in ${month}`}
      >
        <div className="max-w-prose space-y-3">
          <p>
            {t`The seller of this listing bought an instrument of this maker with this serial number here. Both sides of that sale agree to this note.`}
          </p>
          <p>
            {t`The shop has not looked at the instrument: sellers enter the number themselves. It does not say in what condition it is, what happened to it since, or whose it is today. Compare the number when you receive it.`}
          </p>
        </div>
      </Disclosure>
    </div>
  );
}
