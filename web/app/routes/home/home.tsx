export default function Home() {
  return <h1>Your Claim Is Our Mission</h1>;
}
