import { defineFlow } from "../flow.js";
import { api } from "./api.js";

const services = api({
  weather: { baseUrl: "https://weather.example", paths: ["/forecast/{city}"], query: ["units"] },
  orders: { baseUrl: "https://orders.example", paths: ["/orders"], methods: ["GET", "POST"] },
});

defineFlow({
  name: "typed",
  version: "1.0.0",
  use: { api: services },
  functions: {
    inner: { run: async (flow) => (await flow.api("orders", { profile: "orders", path: "/orders" })).status },
  },
  async main(flow) {
    const answer = await flow.api("forecast", { profile: "weather", path: "/forecast/Berlin" });
    answer.status satisfies number;
    const handled = await flow.api(
      "forecast",
      { profile: "weather", path: "/forecast/Berlin" },
      { onError: ({ exc }) => ({ failed: exc.code }) },
    );
    if ("failed" in handled) handled.failed satisfies string;
    else handled.status satisfies number;
    (await flow.call("inner")) satisfies number;
    // @ts-expect-error no such profile
    await flow.api("forecast", { profile: "wether", path: "/forecast/Berlin" });
    // @ts-expect-error no such method
    await flow.api("forecast", { profile: "weather", path: "/forecast/Berlin", method: "get" });
    // @ts-expect-error the flow uses no database
    await flow.db("forecast", { profile: "weather" });
  },
});

// @ts-expect-error a profile has paths
api({ weather: { baseUrl: "https://weather.example" } });
