import type { Clip } from '#contract/clips/clips.ts';
import { t } from '#contract/text.ts';

/** Players for clips, each with what it sounds like in words. None loads or plays before it is asked to. */
export function Clips({ clips }: { clips: readonly Clip[] }) {
  return (
    <ul className="mt-3 space-y-4">
      {clips.map((clip, index) => (
        <li key={clip.url}>
          <Player clip={clip} number={index + 1} />
          {clip.transcript && (
            <p className="mt-1 text-sm wrap-anywhere" dir="auto">
              {clip.transcript}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Player({ clip, number }: { clip: Clip; number: number }) {
  const { url, kind, width, height } = clip;
  const shared = { controls: true, preload: 'none', src: url } as const;
  return kind === 'video' ? (
    <video
      {...shared}
      aria-label={t`Video ${number}`}
      className="max-h-96 w-full rounded-md bg-sunken"
      height={height}
      playsInline
      width={width}
    />
  ) : (
    <audio {...shared} aria-label={t`Sound ${number}`} className="w-full max-w-md" />
  );
}
