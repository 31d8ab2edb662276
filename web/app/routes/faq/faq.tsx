export default function Faq() {
  return <h1>Questions and answers</h1>;
}
