import { useEffect, useRef } from 'react';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';

const stepNames = textsOf([msg`Choose a file`, msg`Match the columns`, msg`Check`, msg`Import`]);

/** The heading of a step, below where it stands among all. It takes the focus that the control of the last step had. */
export function StepHeading({ step, title }: { step: 1 | 2 | 3 | 4; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step > 1 && document.activeElement === document.body) heading.current?.focus();
  }, [step]);
  return (
    <div className="space-y-5">
      <ol aria-label={t`Steps`} className="flex flex-wrap gap-x-5 gap-y-2">
        {stepNames.map((name, index) => (
          <li
            aria-current={index + 1 === step ? 'step' : undefined}
            className="flex items-center gap-2 text-muted aria-[current=step]:font-semibold aria-[current=step]:text-ink"
            key={name}
          >
            <span
              aria-hidden="true"
              className={`grid size-7 place-items-center rounded-full text-sm font-semibold tabular-nums ${index + 1 === step ? 'bg-brass-metal text-on-brass' : 'bg-sunken'}`}
            >
              {index + 1}
            </span>
            <span>{name}</span>
          </li>
        ))}
      </ol>
      <h2 className="text-subheading wrap-anywhere" ref={heading} tabIndex={-1}>
        {title}
      </h2>
    </div>
  );
}
