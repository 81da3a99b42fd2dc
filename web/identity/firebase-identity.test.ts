import { testFirebaseInTheBrowser } from '../testing/firebase-port-test.ts';
import { startFakeIdentityToolkit } from '../testing/identity-toolkit.ts';

testFirebaseInTheBrowser(startFakeIdentityToolkit);
