import { defineFlow } from "@silo/flow";
import { api } from "@silo/flow/api";

export default defineFlow({
  name: "weather",
  version: "1.0.0",
  consts: { city: "Berlin" },
  use: {
    api: api({
      weather: {
        baseUrl: "https://weather.example",
        paths: ["/forecast/{city}"],
        query: ["units"],
        timeoutMs: 5000,
        auth: { header: "authorization", scheme: "Bearer", env: "WEATHER_TOKEN" },
      },
    }),
  },
  async main(flow) {
    const { city } = flow.consts;
    const forecast = await flow.api(
      "forecast",
      { profile: "weather", path: `/forecast/${city}`, query: { units: "metric" } },
      {
        onError: ({ exc }) => {
          flow.log(`Forecast unavailable for ${city}: ${exc.message}`);
          return { forecastError: exc.code };
        },
      },
    );
    if ("forecastError" in forecast)
      flow.output(`No forecast for ${city} right now: ${forecast.forecastError}`);
    else if (forecast.status !== 200) flow.output(`The weather service answered ${forecast.status}.`);
    else flow.output(forecast.body);
  },
});
