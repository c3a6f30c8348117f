import { SignUpList } from "./sign-up-list.tsx";

/** Sign-ups that wait for the institution, and all others. */
export default function SignUpPage() {
  return <SignUpList />;
}
