import type { ReactNode } from 'react';
import { Frameworks } from './answers/Frameworks.tsx';
import { Prototypes } from './answers/Prototypes.tsx';
import { ReactState } from './answers/ReactState.tsx';
import { UnitTests } from './answers/UnitTests.tsx';
import { type Question, questions } from './questions.ts';

/** A question with its long answer. */
interface BlogEntry extends Question {
  answer: ReactNode;
}

/** The four entries in page order. */
export const entries: readonly BlogEntry[] = [
  { ...questions.reactState, answer: <ReactState /> },
  { ...questions.prototypes, answer: <Prototypes /> },
  { ...questions.unitTests, answer: <UnitTests /> },
  { ...questions.frameworks, answer: <Frameworks /> },
];
