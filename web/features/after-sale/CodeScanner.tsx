import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { openCodeReader } from './read-code.ts';

/** The pause between two looks at the picture of the camera, in milliseconds. */
const pollIntervalMs = 150;

/** Reads six digits from a QR code in front of the camera. */
export function CodeScanner({
  onCode,
  onStop,
}: {
  onCode: (code: string) => void;
  onStop: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const finish = useEffectEvent(onCode);

  useEffect(() => {
    const stopped = new AbortController();
    scan(video.current, stopped.signal).then(
      (code) => {
        if (code !== null) finish(code);
      },
      (failure: unknown) => setProblem(problemOf(failure)),
    );
    return () => stopped.abort();
  }, []);

  return (
    <div className="space-y-3">
      {problem === undefined ? (
        <>
          <video
            aria-label={t`What the camera sees`}
            className="aspect-4/3 w-full rounded-md bg-walnut-deep object-cover"
            muted
            playsInline
            ref={video}
          />
          <p className="text-sm text-muted">{t`Point the camera at the QR code on the other phone.`}</p>
        </>
      ) : (
        <p className="flex gap-2 text-sm font-medium text-red" role="alert">
          <Icon className="mt-0.5 size-4" name="warning" />
          <span>{problem}</span>
        </p>
      )}
      <Button onClick={onStop} size="small">
        {t`Type it instead`}
      </Button>
    </div>
  );
}

/** Six digits as soon as the camera sees them; null when it was stopped before. */
async function scan(video: HTMLVideoElement | null, stopped: AbortSignal): Promise<string | null> {
  if (!video) return null;
  if (!navigator.mediaDevices) throw new DOMException('No secure context', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  try {
    video.srcObject = stream;
    const [readCode] = await Promise.all([openCodeReader(), video.play()]);
    while (!stopped.aborted) {
      const text = await readCode(video);
      if (text !== null && /^\d{6}$/.test(text)) return text;
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
    return null;
  } catch (failure) {
    // Closing the dialog interrupts `play`.
    if (stopped.aborted) return null;
    throw failure;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

const problems: Record<string, string> = textsOf({
  NotAllowedError: msg`This page isn’t allowed to use the camera. Allow it in your browser’s settings, or type the code.`,
  NotFoundError: msg`No camera was found. Type the code instead.`,
  NotReadableError: msg`Another program is using the camera. Close it, or type the code.`,
  NotSupportedError: msg`The camera works only over https. Type the code instead.`,
});

function problemOf(failure: unknown): string {
  const name = failure instanceof Error ? failure.name : '';
  return problems[name] ?? t`The camera did not start. Type the code instead.`;
}
