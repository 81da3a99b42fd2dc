import { useQuery } from '@tanstack/react-query';

/** A QR code, drawn in the browser. Its script is loaded when the first one is shown; nothing is shown without it. */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  /** Its size. */
  className: string;
}) {
  const { data: outline } = useQuery({
    queryKey: ['qr', text],
    queryFn: () => outlineOf(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Dark on white in both themes: some cameras do not read it the other way round.
  return (
    <div className={`aspect-square rounded-md bg-[#ffffff] ${className}`}>
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

/** With a margin of four modules, which scanners need. */
async function outlineOf(text: string): Promise<{ size: number; path: string }> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: path.join('') };
}
