import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { t } from '#contract/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { QrCode } from '../../ui/QrCode.tsx';

/** Six digits, large and as a QR code, with the warning to whom not to give them. */
export function CodePanel({ code, children }: { code: string; children: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-4 rounded-lg bg-sunken p-5">
        <p className="font-display text-5xl font-semibold tracking-[0.12em] tabular-nums" dir="ltr">
          <span aria-hidden="true" className="whitespace-nowrap">
            {`${code.slice(0, 3)} ${code.slice(3)}`}
          </span>
          <span className="sr-only">{[...code].join(' ')}</span>
        </p>
        <QrCode
          className="size-36 shrink-0"
          label={t`The same six digits as a QR code`}
          text={code}
        />
      </div>
      <p className="flex gap-3 rounded-lg border border-line border-s-4 border-s-red p-4 text-sm">
        <Icon className="mt-0.5 size-5 text-red" name="warning" />
        <span>{children}</span>
      </p>
    </>
  );
}

/** What the buyer does with the code, and the warning, wherever the code for the handover is shown. */
export function HandoverCode({ code, sellerName }: { code: string; sellerName: string }) {
  return (
    <>
      <p>
        <Trans>
          Look at the instrument first. Then show this to <bdi>{sellerName}</bdi>, or read it out:
          the seller enters it to confirm that you have the instrument.
        </Trans>
      </p>
      <CodePanel code={code}>
        <Trans>
          <strong>Don’t give anyone the code until you have the instrument in your hands.</strong>{' '}
          “Send me the code and I’ll ship it”, “the shop needs your code”, “my brother will collect
          the code”: these are scams. Once the seller has your code, they get your money.
        </Trans>
      </CodePanel>
    </>
  );
}
