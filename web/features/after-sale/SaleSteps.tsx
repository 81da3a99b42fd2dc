import { type CardStep, cardSteps } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { Icon } from '../../ui/Icon.tsx';

/** The way of a booking in one line: a dot for each step, the present one marked. The sale's page has the whole of it. */
export function SaleSteps({ booking }: { booking: Booking }) {
  const steps = cardSteps(booking, useNow());
  const found = steps.findIndex(({ state }) => state === 'present');
  const current = found === -1 ? steps.length - 1 : found;
  return (
    <ol aria-label={t`Steps of the sale`} className="flex">
      {steps.map((step, index) => (
        <Step
          isCurrent={index === current}
          isFollowed={index < steps.length - 1}
          room={steps.length > 5 ? 'many' : steps.length > 4 ? 'some' : 'few'}
          key={step.label}
          step={step}
        />
      ))}
    </ol>
  );
}

const dots: Record<CardStep['state'], string> = {
  done: 'border-2 border-green bg-green text-surface',
  present: 'border-5 border-brass bg-surface',
  ahead: 'border-2 border-line-strong bg-surface',
};

const lines: Record<CardStep['state'], string> = {
  done: 'before:bg-green',
  present: 'before:bg-line',
  ahead: 'before:bg-line',
};

/** The end of the line before the last dot, which is at the right edge, over the end of its word. */
const lastLines: Record<CardStep['state'], string> = {
  done: 'before:bg-green',
  present: 'before:bg-green',
  ahead: 'before:bg-line',
};

/** The words of the steps where the list is too narrow for all of them: only the present step has its own, in one line. */
const narrowWords = {
  few: { present: '@max-[19rem]:whitespace-nowrap', others: '@max-[19rem]:sr-only' },
  some: { present: '@max-[26rem]:whitespace-nowrap', others: '@max-[26rem]:sr-only' },
  many: { present: '@max-[34rem]:whitespace-nowrap', others: '@max-[34rem]:sr-only' },
} as const;

function Step({
  step: { label, state, at },
  isCurrent,
  isFollowed,
  room,
}: {
  step: CardStep;
  isCurrent: boolean;
  /** Another step follows, to which a line is drawn. */
  isFollowed: boolean;
  /** The number of steps on the line. */
  room: keyof typeof narrowWords;
}) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={`relative min-w-0 pt-6 text-xs leading-tight before:absolute before:inset-x-0 before:top-2 before:h-0.5 ${
        isFollowed
          ? `flex-1 pe-1.5 ${lines[state]}`
          : `min-w-4.5 shrink-0 text-end ${lastLines[state]}`
      }`}
    >
      <span
        className={`absolute top-0 grid size-4.5 place-items-center rounded-full ${isFollowed ? 'start-0' : 'end-0'} ${dots[state]}`}
      >
        {state === 'done' && <Icon className="size-3" name="check" />}
      </span>
      <span
        className={`block ${isCurrent ? `font-semibold text-ink ${narrowWords[room].present}` : `text-muted ${narrowWords[room].others}`}`}
      >
        {label}
      </span>
      {at && (
        <span className="hidden text-muted @[44rem]:block">
          <Moment at={at} isDay />
        </span>
      )}
    </li>
  );
}
