import { Trans } from '@lingui/react/macro';
import { t } from '#contract/text.ts';
import { Icon } from './Icon.tsx';

const round =
  'grid size-11 place-items-center rounded-full border border-line-strong bg-surface text-ink transition hover:border-ink hover:bg-sunken';

/**
 * Pause first, as the pattern requires (hidden by CSS under reduced motion, so that nothing shifts on hydration),
 * then the position, then previous and next. Without JavaScript, or with nothing to scroll, the controls keep their
 * space but are invisible.
 */
export function CarouselControls({
  count,
  position,
  isShown,
  isAnnounced,
  isPlaying,
  onPlay,
  onMove,
}: {
  count: number;
  position: number;
  isShown: boolean;
  /** Whether position changes are announced: true for changes that the user made. */
  isAnnounced: boolean;
  isPlaying: boolean;
  onPlay: (isPlaying: boolean) => void;
  onMove: (step: 1 | -1) => void;
}) {
  const place = position + 1;
  return (
    <div className={`flex items-center gap-2 ${isShown ? '' : 'invisible'}`}>
      <button
        aria-label={isPlaying ? t`Stop automatic slide show` : t`Start automatic slide show`}
        className={`${round} motion-reduce:hidden`}
        onClick={() => onPlay(!isPlaying)}
        type="button"
      >
        <svg aria-hidden="true" className="size-4 fill-current" viewBox="0 0 16 16">
          <path d={isPlaying ? 'M3 2h3.5v12H3zM9.5 2H13v12H9.5z' : 'M4 2l10 6-10 6z'} />
        </svg>
      </button>
      <span
        aria-live={isAnnounced ? 'polite' : 'off'}
        className="min-w-14 text-center text-sm text-muted tabular-nums max-sm:sr-only"
      >
        <Trans>
          <span className="sr-only">Showing </span>
          <span>{place}</span> <span aria-hidden="true">/</span>
          <span className="sr-only"> of </span> <span>{count}</span>
        </Trans>
      </span>
      <button aria-label={t`Previous`} className={round} onClick={() => onMove(-1)} type="button">
        <Icon name="back" />
      </button>
      <button
        aria-label={t({ message: 'Next', context: 'picture' })}
        className={round}
        onClick={() => onMove(1)}
        type="button"
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
