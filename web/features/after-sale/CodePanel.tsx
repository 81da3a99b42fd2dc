import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';

/** Six digits, large and as a QR code, with the warning to whom not to give them. */
export function CodePanel({ code, children }: { code: string; children: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-4 rounded-lg bg-sunken p-5">
        <p className="font-display text-5xl font-semibold tracking-[0.12em] tabular-nums">
          <span aria-hidden="true" className="whitespace-nowrap">
            {code.slice(0, 3)} {code.slice(3)}
          </span>
          <span className="sr-only">{[...code].join(' ')}</span>
        </p>
        <QrCode label="The same six digits as a QR code" text={code} />
      </div>
      <p className="flex gap-3 rounded-lg border border-line border-l-4 border-l-red p-4 text-sm">
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
        Look at the instrument first. Then show this to <bdi>{sellerName}</bdi>, or read it aloud:
        with the code the seller confirms that you have it.
      </p>
      <CodePanel code={code}>
        <strong>Give the code to nobody before you hold the instrument in your hands.</strong> “Send
        me the code first, then I send it”, “the shop needs your code”, “my brother picks up the
        code”: this is what swindlers say. With the code the money becomes the seller’s.
      </CodePanel>
    </>
  );
}

/** A QR code, drawn in the browser. Its script is loaded when the first one is shown; nothing is shown without it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data: outline } = useQuery({
    queryKey: ['qr', text],
    queryFn: () => outlineOf(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Dark on white in both themes: some cameras do not read it the other way round.
  return (
    <div className="size-36 shrink-0 rounded-md bg-[#ffffff] p-1">
      {outline && (
        <svg
          aria-label={label}
          className="size-full fill-[#000000]"
          role="img"
          shapeRendering="crispEdges"
          viewBox={`0 0 ${outline.size} ${outline.size}`}
        >
          <path d={outline.path} />
        </svg>
      )}
    </div>
  );
}

async function outlineOf(text: string): Promise<{ size: number; path: string }> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: path.join('') };
}
