import { testFirebaseInTheBrowser } from '../testing/firebase-port-test.ts';
import { startIdentityToolkit } from '../testing/identity-toolkit.ts';

testFirebaseInTheBrowser(startIdentityToolkit);
