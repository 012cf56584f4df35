/** How many bytes an answer of a model may have. */
const maxBody = 33_554_432;

/** Node's fetch, but a body that is too long breaks off, and the key is not carried on to where a redirect leads. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (!response.body) return response;
  let size = 0;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBody) throw new RangeError(`the answer has more than ${maxBody} bytes`);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, response);
};
